import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/as-it-was.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The program is loaded once a worker and not once a file, which was half of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Waiting costs nothing where it holds; what never holds is told a minute later.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
  },
})
