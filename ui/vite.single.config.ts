// How the page that is one file is built, beside the workbench's own build and after it.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { singleFile } from './single.ts'

export default defineConfig({
  publicDir: false,
  plugins: [
    svelte(),
    {
      name: 'engine-in-the-document',
      enforce: 'pre',
      resolveId(source, importer) {
        const client = importer?.endsWith('/src/engine/client.ts') === true
        return client && source === './module' ? join(import.meta.dirname, 'src/engine/module.single.ts') : null
      },
    },
    singleFile(),
  ],
  worker: { format: 'iife' },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1024,
    rolldownOptions: {
      input: 'src/single.ts',
      output: { format: 'es', codeSplitting: false },
    },
  },
})
