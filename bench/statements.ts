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

const entry = /^\S+ \S+ UTC \[(\d+)\] (LOG|DETAIL): {2}(.*)$/
const sent = /^(?:statement|execute [^:]*): (.*)$/

/** The statements of the one transaction that wrote the code, in its text or as a parameter. */
function countIn(log: string, code: string): number {
  const open = new Map<string, { statements: number; wrote: boolean }>()
  for (const line of log.split('\n')) {
    const [, connection = '', kind, said = ''] = entry.exec(line) ?? []
    const text = kind === 'LOG' ? sent.exec(said)?.[1] : undefined
    if (text?.startsWith('begin')) open.set(connection, { statements: 0, wrote: false })
    const transaction = open.get(connection)
    if (transaction === undefined) continue
    transaction.wrote ||= said.includes(`'${code}'`)
    if (text === undefined) continue
    transaction.statements += text.split(/;(?=select )/).length
    if (text === 'commit' && transaction.wrote) return transaction.statements
  }
  return NaN
}
