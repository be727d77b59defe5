import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The usual one leaves a processor idle, half of a machine of two.
    maxWorkers: '100%',
    reporters: ['default'],
  },
})
