import { parseArgs } from 'node:util'
import { readEnvironment, type Environment } from '../environment.ts'
import { whenParentIsGone } from '../embedded/parent-watch.ts'
import { start, type Role } from './start.ts'

const roles = ['api', 'worker', 'relay', 'all'] as const

const usage = `Usage: npm start [-- --role ${roles.join('|')} --demo]
--demo makes the demonstration, tenants with tokens that are printed, on a database of your own too.
Every environment variable: see "npx receivables environment".
`

const stopDeadlineMs = 9_500

try {
  const { role, demo } = asked()
  await serve(role, demo ? { ...readEnvironment(), RECEIVABLES_DEMO: 'on' } : readEnvironment())
} catch (error) {
  process.stderr.write(`receivables: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function asked(): { role: Role; demo: boolean } {
  const words = wordsGiven()
  if (words.help === true) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const role = roles.find((known) => known === words.role)
  return {
    role: role ?? misused(`--role is one of ${roles.join(', ')}`),
    demo: words.demo === true,
  }
}

function wordsGiven() {
  const options = {
    role: { type: 'string', default: 'all' },
    demo: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
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

async function serve(as: Role, environment: Environment): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  let stopping: Promise<void> | undefined
  const ending = new AbortController()
  const { signal } = ending
  const starting = start(environment, as, say, () => leave(1), signal)
  const leave = (code: number) => {
    ending.abort()
    stopping ??= starting
      .then((platform) => platform.stop())
      .catch((error: unknown) => {
        // Called off while it waited for what takes minutes, it has stopped all that it had begun.
        if (error === signal.reason) return
        process.stderr.write(`while stopping: ${String(error)}\n`)
        process.exit(1)
      })
      .then(() => process.exit(code))
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => leave(0))
  }
  whenParentIsGone(() => leave(1))
  await starting.catch((error: unknown) => {
    if (error !== signal.reason) throw error
  })
}
