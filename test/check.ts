import { clean, conclude, step, vitest } from './steps.ts'

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** What can be said of the checkout without a database; the slow ones side by side. */
const [one, two] = await Promise.all([
  inOrder([
    ['types', () => clean('node_modules/typescript/bin/tsc', ['--noEmit', '-p', '.'])],
    ['format', () => clean('node_modules/oxfmt/bin/oxfmt', ['--check', '.'])],
    ['lint', () => clean('node_modules/oxlint/bin/oxlint', ['--deny-warnings'])],
    ['dead code', () => clean('node_modules/knip/bin/knip.js', ['--no-progress'])],
  ]),
  inOrder([
    ['tidy, rules, conformance', () => vitest(['--config', 'test/without-database.config.ts'])],
    [
      'description',
      () => clean('node_modules/@redocly/cli/bin/cli.js', ['lint', 'openapi.json'], quiet),
    ],
  ]),
])
conclude([...one, ...two])

async function inOrder(steps: [name: string, work: Parameters<typeof step>[1]][]) {
  const ended = []
  for (const [name, work] of steps) ended.push(await step(name, work))
  return ended
}
