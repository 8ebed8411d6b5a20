import type { Progress } from '../src/embedded/cache.ts'
import type { Found } from './fetched.ts'
import { goProgram } from './go-program.ts'

/** Prometheus 3.16, which asks nobody where there is something to measure: most of what it is. */
const prometheus = {
  program: 'github.com/prometheus/prometheus/cmd/promtool',
  version: 'v0.316.0',
  tags: 'remove_all_sd',
}

/** What Prometheus itself tries its rules by, built once; or why it cannot be had. */
export const promtool = (progress: Progress): Promise<Found> => goProgram(prometheus, progress)
