import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Where `throwdown serve` listens while the page itself is served by Vite. */
const SERVER = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/throwdown/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Most pages, or every table and much of what lies beside a box, load these: apart, each would be an answer
          // of its own, whose headers weigh as much as what is in it.
          groups: [
            { name: 'races', test: /src\/state\/(race\.svelte|verdict|clocks\.svelte)\.ts$/ },
            { name: 'common', test: /src\/(state\/(keep|seats|words)\.ts|art\/(Glyph|Icon)\.svelte)$/ },
            { name: 'heard', test: /src\/(state\/(sound|bell|seed)\.ts|table\/nowline\.ts)$/ },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
