import { defineConfig } from 'vite'

/** Script and style of the laboratory's reports: one file each, put whole into every report. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: '../src/throwdown/lab/static',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/report/report.ts', formats: ['iife'], name: 'report', fileName: () => 'report.js', cssFileName: 'report' },
  },
})
