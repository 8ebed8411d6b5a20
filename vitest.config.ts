import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Waiting costs nothing where it holds; what never holds is told a minute later.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
  },
})
