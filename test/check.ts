import { clean, conclude, step, vitest } from './steps.ts'

// What was found the last time is kept, so that only what changed since is looked at again.
const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']
const types = ['--noEmit', '-p', '.', ...kept]

/** What can be said of the checkout without a database; the slow ones side by side. */
const [one, two] = await Promise.all([
  inOrder([
    ['types', () => clean('node_modules/typescript/bin/tsc', types)],
    ['format', () => clean('node_modules/oxfmt/bin/oxfmt', ['--check', '.'])],
    ['lint', () => clean('node_modules/oxlint/bin/oxlint', ['--deny-warnings'])],
    ['dead code', () => clean('node_modules/knip/bin/knip.js', ['--no-progress'])],
  ]),
  inOrder([
    ['tidy, rules, conformance', () => vitest(['--config', 'test/without-database.config.ts'])],
  ]),
])
conclude([...one, ...two])

async function inOrder(steps: [name: string, work: Parameters<typeof step>[1]][]) {
  const ended = []
  for (const [name, work] of steps) ended.push(await step(name, work))
  return ended
}
