import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importFile, startImport } from '../../src/activities/payments/files/import-file.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import { camt } from '../../test/payments/files.ts'
import { sentForm } from '../../test/support/sent-forms.ts'
import { grounded } from '../shared/ground.ts'
import { memoryOf } from '../shared/machine.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// A camt.054 of many entries as a form to the interface, and its import: how long each takes, and by
// how much the processes grow beyond what a file of a tenth as many took: the one that takes the form,
// the one that imports it, and the one that reads its bytes apart.
//
//     node --expose-gc bench/costs/upload.ts [--entries 300000]

const { values } = parseArgs({ options: { entries: { type: 'string', default: '300000' } } })
const count = Number(values.entries)

const [before, after] = camt({
  kind: '054',
  version: '08',
  entries: [[{ amount: '1.00', ref: 'R' }]],
}).split(/<Ntry>[^]*<\/Ntry>/) as [string, string]

const perPiece = 100

/** With a name, an account, a reference and two ids in each entry, as banks write them. */
function* notification(entries: number, id: string) {
  yield before.replace('<Id>S1', `<Id>${id}`)
  for (let from = 0; from < entries; from += perPiece) {
    yield Array.from({ length: Math.min(perPiece, entries - from) }, (_, at) => {
      const n = from + at
      return `<Ntry><Amt Ccy="SEK">${1 + (n % 9000)}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>${id}-${n}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E${n}</EndToEndId></Refs><Amt Ccy="SEK">${1 + (n % 9000)}.00</Amt>
<RltdPties><Dbtr><Pty><Nm>Debtor ${n} AB</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>5050${n}</Id></Othr></Id></DbtrAcct></RltdPties>
<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>1000${n}</Ref></CdtrRefInf></Strd></RmtInf>
</TxDtls></NtryDtls></Ntry>\n`
    }).join('')
  }
  yield after
}

const parentOf = (pid: number): number => {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

const memoryNow = (pid: number): number => {
  try {
    return memoryOf(pid) || 0
  } catch {
    return 0
  }
}

/** What the processes that this one has started take, but for those that are known. */
function apartMemory(known: ReadonlySet<number>): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const started = pids.filter((pid) => parentOf(pid) === process.pid && !known.has(pid))
  return started.reduce((sum, pid) => sum + memoryNow(pid), 0)
}

/** How long work takes, and the most that each memory was meanwhile, in MiB. */
async function watched<T>(memories: readonly (() => number)[], work: () => Promise<T>) {
  const most = memories.map((memory) => memory())
  const look = () => {
    for (const [at, memory] of memories.entries()) most[at] = Math.max(most[at]!, memory())
  }
  const timer = setInterval(look, 50)
  const began = performance.now()
  try {
    return { made: await work(), seconds: (performance.now() - began) / 1000, most }
  } finally {
    clearInterval(timer)
  }
}

async function main(stage: Stage): Promise<void> {
  const documents = databaseStore(stage.installed.runUrl)
  // The server of the database is ours as well, and is no part of what is measured.
  Object.assign(stage.runtime, { documents })
  const { caller, work } = await grounded(stage)
  const api = await stage.api()
  const others = new Set([stage.postgresPid, api.pid])
  const ofImport = [() => memoryNow(process.pid), () => apartMemory(others)]
  const one = async (entries: number, id: string) => {
    const upload = await watched([() => memoryNow(api.pid)], () =>
      sentForm(`${api.url}/payment-files`, caller.token, notification(entries, id)),
    )
    if (upload.made.status !== 201) throw new Error(JSON.stringify(upload.made.body))
    const fileId = String(upload.made.body['id'])
    await work((unit) => startImport(unit, fileId))
    globalThis.gc?.()
    const taken = await watched(ofImport, () => work((unit) => importFile(unit, fileId)))
    const [row] = await stage.owner(
      'select status, entry_count, size from payment_file where id = $1',
      [fileId],
    )
    return { upload, taken, row, most: [...upload.most, ...taken.most] }
  }
  try {
    const small = await one(count / 10, 'S')
    const large = await one(count, 'L')
    const more = (at: number) => Math.round(large.most[at]! - small.most[at]!)
    console.log(
      JSON.stringify({
        ...large.row,
        uploadSeconds: large.upload.seconds,
        importSeconds: large.taken.seconds,
        growthMiB: { interface: more(0), importer: more(1), reader: more(2) },
        mostMiB: large.most.map(Math.round),
      }),
    )
  } finally {
    await api.stop()
    await documents.close?.()
  }
}

await onStage(main)
