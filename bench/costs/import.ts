import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importFile } from '../../src/activities/payments/files/import-file.ts'
import { Document } from '../../src/entities/document.ts'
import { PaymentFile } from '../../src/entities/payment-file.ts'
import { sha256Of } from '../../src/activities/distribution/refuse-changed.ts'
import { camt } from '../../test/payments/files.ts'
import { grounded } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// How fast a camt.054 becomes payments, against `COPY` of the rows that it becomes; and by how much the process that takes it grows beyond what a fifth of it took.
//
//     node --expose-gc bench/costs/import.ts [--entries 100000]

const { values } = parseArgs({ options: { entries: { type: 'string', default: '100000' } } })
const count = Number(values.entries)
/** What takes files has its code and its garbage by then; a larger one must not need more. */
const warmUp = 20_000
const wanted = { ratio: 0.3, growthMiB: 64 }

function fileOf(entries: number): Buffer {
  const all = Array.from({ length: entries }, (_, n) => [
    {
      amount: `${1 + (n % 9_000)}.00`,
      reference: `1000${n}`,
      name: `Debtor ${n} AB`,
      account: `5050${n}`,
      ref: `R${n}`,
      endToEndId: `E${n}`,
    },
  ])
  return Buffer.from(camt({ kind: '054', version: '08', entries: all }))
}

async function kept(stage: Stage, tenantId: string, work: Work, bytes: Buffer): Promise<string> {
  const sha256 = sha256Of(bytes)
  await stage.runtime.documents.put(sha256, bytes)
  return work(async (unit) => {
    const size = bytes.byteLength
    const document = unit.add(Document, {
      type: 'PAYMENT_FILE',
      ownerType: 'TENANT',
      ownerId: tenantId,
      filename: 'camt054.xml',
      mimeType: 'application/xml',
      size,
      sha256,
      storageKey: sha256,
      status: 'STORED',
      createdBy: unit.principal.id,
    })
    const file = unit.add(PaymentFile, {
      filename: 'camt054.xml',
      status: 'IMPORTING',
      size,
      sha256,
      documentId: document.id,
      entryCount: 0,
      duplicateCount: 0,
      findingCount: 0,
      findings: [],
      duplicates: null,
      createdBy: unit.principal.id,
    })
    return file.id
  })
}
type Work = Awaited<ReturnType<typeof grounded>>['work']

/** The most that this process was larger by than before, looked at every few milliseconds. */
function watched() {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  return () => {
    clearInterval(timer)
    return (most - before) / 2 ** 20
  }
}

async function copied(stage: Stage): Promise<number> {
  const path = join(tmpdir(), `receivables-copied-${process.pid}`)
  await stage.owner(`copy payment_transaction to '${path}'`)
  await stage.owner('truncate payment_transaction cascade')
  await stage.owner('checkpoint')
  const began = performance.now()
  await stage.owner(`copy payment_transaction from '${path}'`)
  const took = performance.now() - began
  rmSync(path, { force: true })
  return took
}

async function main(stage: Stage): Promise<void> {
  const { tenantId, work } = await grounded(stage)
  const first = await kept(stage, tenantId, work, fileOf(warmUp))
  await work((unit) => importFile(unit, first))
  await stage.owner('truncate payment_transaction cascade')
  const bytes = fileOf(count)
  const id = await kept(stage, tenantId, work, bytes)
  const grown = watched()
  const began = performance.now()
  await work((unit) => importFile(unit, id))
  const took = performance.now() - began
  const growthMiB = Math.round(grown())
  const [{ n } = {}] = await stage.owner('select count(*)::int as n from payment_transaction')
  const theirs = await copied(stage)
  const ratio = theirs / took
  console.log(
    JSON.stringify({
      entries: n,
      fileMiB: Math.round(bytes.byteLength / 2 ** 20),
      seconds: took / 1000,
      copySeconds: theirs / 1000,
      ratio,
      growthMiB,
      met: ratio >= wanted.ratio && growthMiB <= wanted.growthMiB,
    }),
  )
}

await onStage(main)
