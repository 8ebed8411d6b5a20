import { parseArgs } from 'node:util'
import { readEnvironment } from '../environment.ts'
import { whenParentIsGone } from '../embedded/parent-watch.ts'
import { start, type Role } from './start.ts'

const roles = ['api', 'worker', 'relay', 'all'] as const

const usage = `Usage: npm start [-- --role ${roles.join('|')}]
Every environment variable: see "npx receivables environment".
`

const stopDeadlineMs = 9_500

try {
  await serve(roleAsked())
} catch (error) {
  process.stderr.write(`receivables: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function roleAsked(): Role {
  const asked = askedFor()
  if (asked.help === true) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const role = roles.find((known) => known === asked.role)
  return role ?? misused(`--role is one of ${roles.join(', ')}`)
}

function askedFor() {
  const options = { role: { type: 'string', default: 'all' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error))
  }
}

function misused(reason: string): never {
  process.stderr.write(`${reason}\n${usage}`)
  process.exit(2)
}

async function serve(as: Role): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  let stopping: Promise<void> | undefined
  const starting = start(readEnvironment(), as, say, () => leave(1))
  const leave = (code: number) => {
    stopping ??= starting
      .then((platform) => platform.stop())
      .catch((error: unknown) => {
        process.stderr.write(`while stopping: ${String(error)}\n`)
        process.exit(1)
      })
      .then(() => process.exit(code))
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leave(0))
  }
  whenParentIsGone(() => leave(1))
  await starting
}
