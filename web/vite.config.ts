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
          // Every table loads these, and so does a buzzer beside a box: apart, each would be an answer of its own.
          groups: [{ name: 'races', test: /src\/state\/(race\.svelte|verdict|clocks\.svelte)\.ts$/ }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
