import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importFile, startImport } from '../../src/activities/payments/files/import-file.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import { camt } from '../../test/payments/files.ts'
import { sentForm } from '../../test/support/sent-forms.ts'
import { grounded } from '../shared/ground.ts'
import { memoryOf } from '../shared/machine.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// A camt.054 of many entries as a form to the interface, and its import: how long each takes, by how
// much the process that takes the form grows, and by how much the one that imports it and the one
// that reads its bytes apart, together, beyond what a file of a tenth as many took.
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

/** A process and those that it has started, in MiB. */
function familyMemory(pid: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const family = pids.filter((one) => one === pid || parentOf(one) === pid)
  return family.reduce((sum, one) => {
    try {
      return sum + (memoryOf(one) || 0)
    } catch {
      return sum
    }
  }, 0)
}

/** How long work takes, and the most that a memory was meanwhile, in MiB. */
async function watched<T>(memory: () => number, work: () => Promise<T>) {
  let most = memory()
  const timer = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  const began = performance.now()
  try {
    const made = await work()
    return { made, seconds: (performance.now() - began) / 1000, mostMiB: Math.max(most, memory()) }
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
  const ownPid = process.pid
  const others = new Set([stage.postgresPid, api.pid])
  const importing = () =>
    familyMemory(ownPid) - [...others].reduce((sum, pid) => sum + (memoryOf(pid) || 0), 0)
  const one = async (entries: number, id: string) => {
    const upload = await watched(
      () => familyMemory(api.pid),
      () => sentForm(`${api.url}/payment-files`, caller.token, notification(entries, id)),
    )
    if (upload.made.status !== 201) throw new Error(JSON.stringify(upload.made.body))
    const fileId = String(upload.made.body['id'])
    await work((unit) => startImport(unit, fileId))
    globalThis.gc?.()
    const taken = await watched(importing, () => work((unit) => importFile(unit, fileId)))
    const [row] = await stage.owner(
      'select status, entry_count, size from payment_file where id = $1',
      [fileId],
    )
    return { upload, taken, row }
  }
  try {
    const small = await one(count / 10, 'S')
    const large = await one(count, 'L')
    const more = (of: 'upload' | 'taken') => Math.round(large[of].mostMiB - small[of].mostMiB)
    console.log(
      JSON.stringify({
        ...large.row,
        uploadSeconds: large.upload.seconds,
        uploadGrowthMiB: more('upload'),
        importSeconds: large.taken.seconds,
        importGrowthMiB: more('taken'),
        mostMiB: Math.round(large.taken.mostMiB),
      }),
    )
  } finally {
    await api.stop()
    await documents.close?.()
  }
}

await onStage(main)
