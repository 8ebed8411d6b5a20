import { defineConfig } from 'vitest/config'
import { withoutDatabase } from './without-database.ts'

export default defineConfig({
  test: {
    include: withoutDatabase(),
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    setupFiles: ['test/as-it-was.ts'],
    testTimeout: 30_000,
  },
})
