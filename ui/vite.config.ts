// How the workbench is built, and tested by Vitest.
//
// The base is relative, so that the same build works under any path (the Go server, a static host); views are hash routes.
// Nothing is inlined: the page's Content-Security-Policy allows neither inline scripts nor inline styles.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { brotli } from './brotli.ts'
import { offline } from './offline.ts'

export default defineConfig({
  base: './',
  plugins: [svelte(), offline(), brotli()],
  // Without the browser condition Vitest would load Svelte's server build.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
    license: { fileName: 'licenses.md' },
  },
  server: {
    // The built engine lies beside this folder. `npm run dev` beside a running `bin/stdioscope serve` shows real runs.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:7437', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
  },
})
