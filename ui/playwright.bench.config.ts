// How fast the workbench is, in a real Chromium: `make bench-ui`. It prints figures and holds them to their goals; run it
// on a machine that does nothing else.
import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

export default defineConfig({
  ...tests,
  testMatch: '**/*.bench.ts',
  workers: 1,
  timeout: 600_000,
  use: { ...tests.use, trace: 'off' },
})
