import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

// Runes everywhere: without them Svelte adds a chunk that a first page would wait for.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } }
