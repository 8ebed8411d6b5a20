import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOnce, type Variant } from './reason-code.ts'
import type { Caller, Stage } from './stage.ts'

/** How many statements the platform sends for one creation, by what the database's own log says. */
export async function statementsOf(
  stage: Stage,
  caller: Caller,
): Promise<Readonly<Record<Variant, number>>> {
  const { roles } = stage.installed
  await stage.owner(`alter role ${roles.run} set log_statement = 'all'`)
  const api = await stage.api()
  try {
    // What is read once a process, as the rights of a role, is read by the first.
    await createOnce(api.url, caller, 'plain', 'LOG0')
    const codes = {
      plain: await createOnce(api.url, caller, 'plain', 'LOG1'),
      keyed: await createOnce(api.url, caller, 'keyed', 'LOG2'),
    }
    await sleep(500)
    const log = readFileSync(stage.log, 'utf8')
    return { plain: countIn(log, codes.plain), keyed: countIn(log, codes.keyed) }
  } finally {
    await api.stop()
    await stage.owner(`alter role ${roles.run} reset log_statement`)
  }
}

const entry = /^\S+ \S+ UTC \[(\d+)\] LOG: {2}(?:statement|execute [^:]*): (.*)$/

/** The statements of the one transaction that wrote the code. */
function countIn(log: string, code: string): number {
  const open = new Map<string, string[]>()
  for (const line of log.split('\n')) {
    const [, connection = '', text] = entry.exec(line) ?? []
    if (text === undefined) continue
    if (text.startsWith('begin')) open.set(connection, [])
    const statements = open.get(connection) ?? []
    statements.push(...text.split(/;(?=select )/))
    const wrote = statements.some((each) => each.startsWith('insert') && each.includes(`'${code}'`))
    if (text === 'commit' && wrote) return statements.length
  }
  return NaN
}
