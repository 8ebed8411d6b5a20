import { defineConfig } from 'vitest/config'
import { withoutDatabase } from './without-database.ts'

export default defineConfig({
  test: {
    include: withoutDatabase(),
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 30_000,
  },
})
