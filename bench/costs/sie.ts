import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import iconv from 'iconv-lite'
import { sieChunks, sieTextOf } from '../../src/activities/bookkeeping/sie-file.ts'
import { vouchersOfFileMax } from '../../src/domain/bookkeeping/bookkeeping-file.ts'
import type { SieSource, SieVoucher } from '../../src/domain/bookkeeping/sie.ts'
import { median } from '../shared/goal.ts'

// How fast so many vouchers become a SIE file, against writing the same text in PC8 when all of it
// is in memory already. At least half as fast, with memory that does not grow with the file.
//
//     node bench/costs/sie.ts [vouchers] [rounds]

const [count = 100_000, rounds = 5] = process.argv.slice(2).map(Number)
const wanted = 0.5

const posting = { date: '2026-11-27', text: 'Faktura 1001 från Nordlund Bygg AB' }
const objects = [{ dimension: '1', object: 'Syd' }]

/** As many as stand in memory at once, which is as many as a file of ours has at most. */
const some = Array.from({ length: Math.min(count, vouchersOfFileMax) }, (_, n): SieVoucher => {
  const net = 100_000n + BigInt(n)
  const vat = net / 4n
  return {
    series: 'A',
    number: String(n + 1),
    date: '2026-11-27',
    text: `Faktura ${n}, fällt till betalning`,
    registered: '2026-11-27',
    sign: 'platform',
    postings: [
      { ...posting, account: '1510', objects: [], amount: net + vat },
      { ...posting, account: '3001', objects, amount: -net },
      { ...posting, account: '2611', objects: [], amount: -vat },
    ],
  }
})

function* vouchers(): Generator<SieVoucher> {
  for (let n = 0; n < count; n++) yield some[n % some.length]!
}

const source: SieSource = {
  program: { name: 'Receivables', version: '1' },
  generated: '2026-11-27',
  company: { name: 'Nordlund Bygg AB', number: '5597001006' },
  chart: 'BAS2014',
  currency: 'SEK',
  accounts: [],
  vouchers: { [Symbol.iterator]: vouchers },
}

const heldMb = () => {
  const { heapUsed, arrayBuffers, external } = process.memoryUsage()
  return (heapUsed + Math.max(arrayBuffers, external)) / 2 ** 20
}

async function timed(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function main(folder: string): Promise<void> {
  const [ours, theirs] = [join(folder, 'ours.SI'), join(folder, 'theirs.SI')]
  const before = heldMb()
  let most = 0
  const streamed = () => pipeline(Readable.from(sieChunks(source)), createWriteStream(ours))
  const watch = async () => {
    let n = 0
    for (const _ of sieChunks(source)) if (n++ % 20 === 0) most = Math.max(most, heldMb() - before)
  }
  await streamed()
  globalThis.gc?.()
  await watch()
  const text = sieTextOf(await readFile(ours))
  const written = () =>
    pipeline(Readable.from([iconv.encode(text, 'cp437')]), createWriteStream(theirs))
  const [mine, plain]: [number[], number[]] = [[], []]
  for (let n = 0; n < rounds; n++) {
    plain.push(await timed(written))
    mine.push(await timed(streamed))
  }
  const { size } = await stat(ours)
  const share = median(plain) / median(mine)
  console.log(
    `${count} vouchers, ${(size / 2 ** 20).toFixed(1)} MB: made and written in ` +
      `${median(mine).toFixed(0)} ms, the same text written in ${median(plain).toFixed(0)} ms; ` +
      `${share.toFixed(2)} as fast (wanted ${wanted}), ${most.toFixed(0)} MB held at most`,
  )
  if ((await readFile(ours)).compare(await readFile(theirs)) !== 0) throw new Error('they differ')
  if (share < wanted) process.exitCode = 1
}

const folder = await mkdtemp(join(tmpdir(), 'receivables-sie-'))
await main(folder).finally(() => rm(folder, { recursive: true }))
