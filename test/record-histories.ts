import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { historyFolder } from './support/histories.ts'
import { conclude, root, step, vitest } from './steps.ts'

// Records how each path of each process goes now: what the release to come has to go on with.

const workflows = join('test', 'workflows')
const files = readdirSync(join(root, workflows), { recursive: true })
  .map((file) => join(workflows, String(file)))
  .filter((file) => /(?:record-histories|workflows.histories)\.test\.ts$/.test(file))

rmSync(historyFolder, { recursive: true, force: true })
process.env['RECORD_HISTORIES'] = '1'
conclude([await step('histories', () => vitest(files))])
