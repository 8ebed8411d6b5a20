import type { BusinessDate } from '../../../domain/dates.ts'
import { typeOfFile } from '../../../domain/distribution/file-kind.ts'
import { faultsIn, Refusal } from '../../../domain/refusal.ts'
import { BankFeed, BankFeedFile } from '../../../entities/bank-feed.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { FeedTarget } from '../../../ports/banks/feeds/feed.ts'
import { saidOf, visitFeed, type Visited, type Waiting } from '../../../ports/banks/feeds/visit.ts'
import { arrive, type Arrived } from '../../../ports/documents/arrived.ts'
import { sha256Of } from '../../distribution/refuse-changed.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { createPaymentFile } from '../files/create-file.ts'
import { startImport } from '../files/import-file.ts'
import { credentialsOf } from './bank-feeds.ts'

/** Several times a day: what banks have left is fetched, taken in, matched and booked. */
export const fetchJob = {
  wanted: `exists (select 1 from bank_feed f where f.tenant_id = t.tenant_id and f.active)`,
  chunk: fetchNext,
} satisfies JobWork

/**
 * One file of one feed. It is kept and remembered before it is moved where it was found: whoever
 * dies between finds it there again, and it counts once by what stands in it.
 */
async function fetchNext(unit: Unit, _: BusinessDate, after: string): Promise<JobChunk> {
  const [feed] = await feedAfter(unit, after)
  if (feed === undefined) return { counts: {}, after: null }
  const waiting = (await unit.all(BankFeedFile, { feedId: feed.id })).map(waitingIn)
  const target = { ...targetOf(feed), credentials: credentialsOf(unit, feed) }
  const visit = await unit.apart((outside) => visited(outside, feed, target, waiting))
  const now = await loadHeld(unit, BankFeed, feed.id)
  if (!now.active) return { counts: {}, after: feed.id }
  if ('failure' in visit) {
    await remember(unit, now, visit.failure)
    return { counts: { unreached: 1 }, after: feed.id }
  }
  await forget(unit, feed.id, visit.settled)
  const taken = await take(unit, now, visit)
  const [unread] = visit.unread
  const [stuck] = visit.stuck
  const fault = unread ?? (stuck === undefined ? null : `${stuck} cannot be moved away`)
  await remember(unit, now, fault)
  if (taken === null) return { counts: {}, after: feed.id }
  if ('fileId' in taken) await startImport(unit, taken.fileId)
  return { counts: { [countOf(taken)]: 1 }, after }
}

const countOf = (taken: Taken): string =>
  'fileId' in taken ? 'taken' : taken.fault === null ? 'known' : 'refused'

const feedAfter = (unit: Unit, after: string) =>
  unit.readEach(
    BankFeed,
    `active and id = (select f.id from bank_feed f where f.tenant_id = $1 and f.active
      and ($2::uuid is null or f.id > $2::uuid) order by f.id limit 1)`,
    [after === '' ? null : after],
  )

function targetOf({ tenantId, folder, ...feed }: BankFeed): Omit<FeedTarget, 'credentials'> {
  const { host = null, port = null, username = null, hostKey = null } = feed
  return { tenantId, folder, host, port, username, hostKey }
}

const waitingIn = ({ filename: name, goesInto, goesAs, ...seen }: BankFeedFile): Waiting => ({
  name,
  size: Number(seen.size),
  modifiedMs: Number(seen.modifiedMs),
  into: goesInto,
  as: goesAs,
})

type Visit = Visited | { failure: string }

/** What it holds is written down before anything is held. */
async function visited(
  { bankFeeds, documents }: Runtime,
  { kind }: BankFeed,
  target: FeedTarget,
  waiting: readonly Waiting[],
): Promise<Visit> {
  try {
    return await visitFeed(bankFeeds[kind], target, waiting, (bytes) => arrive(documents, bytes))
  } catch (error) {
    return { failure: saidOf(error) }
  }
}

async function forget(unit: Unit, feedId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const gone = await unit.all(BankFeedFile, { feedId, filename: { $in: [...names] } })
  for (const one of gone) unit.remove(one)
  await unit.flush()
}

/** A payment file, the same bytes as before, or why it is none. */
type Taken = { fileId: string } | { fault: string | null }

async function take(unit: Unit, feed: BankFeed, { found }: Visited): Promise<Taken | null> {
  if (found === null) return null
  const { name: filename, size, modifiedMs } = found
  // Somebody else has come to it, and moves it.
  if ((await unit.find(BankFeedFile, { feedId: feed.id, filename })) !== null) return null
  const taken = 'fault' in found ? { fault: found.fault } : await keep(unit, found)
  const fault = 'fault' in taken ? taken.fault : null
  const mark = 'bytes' in found ? found.bytes.sha256.slice(0, 8) : 'large'
  unit.add(BankFeedFile, {
    feedId: feed.id,
    filename,
    size: `${size}`,
    modifiedMs: `${modifiedMs}`,
    goesInto: fault === null ? 'done' : 'failed',
    goesAs: `${mark}-${filename}`,
  })
  await tellOfFile(unit, feed, filename, fault)
  return taken
}

async function keep(
  unit: Unit,
  { name, bytes: brought }: { name: string; bytes: Arrived },
): Promise<Taken> {
  if (brought.size === 0) {
    await brought.drop()
    return { fault: 'It is empty' }
  }
  // A name of a bank may end as it likes; what stands in it says what it is.
  const mimeType = typeOfFile(brought, name) ?? 'text/plain'
  const content = Buffer.from(brought.begun).toString('base64')
  try {
    const { id } = await createPaymentFile(unit, { filename: name, mimeType, content, brought })
    await unit.flush()
    await loadHeld(unit, PaymentFile, id)
    return { fileId: id }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await brought.drop()
    if (error.code === 'ALREADY_EXISTS') return { fault: null }
    return { fault: faultsIn(error) }
  }
}

/** Told until a file of the same name is taken. */
async function tellOfFile(
  unit: Unit,
  { id, name }: BankFeed,
  filename: string,
  fault: string | null,
): Promise<void> {
  const dedupeKey = `bank-feed/${id}/${sha256Of(Buffer.from(filename)).slice(0, 16)}`
  if (fault === null) return settleErrand(unit, dedupeKey, 'A file of this name was taken')
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'BankFeed',
    subjectId: id,
    title: `${filename} of ${name} was not taken: ${fault}`,
    data: { filename, fault },
    dedupeKey,
  })
}

/** What was in the way is told while it lasts. */
async function remember(unit: Unit, feed: BankFeed, fault: string | null): Promise<void> {
  const { id, name } = feed
  await unit.transaction.prepared(
    `update bank_feed set fetched_at = $3, fault = $4 where tenant_id = $1 and id = $2`,
    [unit.tenantId, id, unit.now, fault?.slice(0, 300) ?? null],
  )
  const dedupeKey = `bank-feed/${id}`
  if (fault === null) return settleErrand(unit, dedupeKey, 'Its files are fetched again')
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'BankFeed',
    subjectId: id,
    title: `Files of ${name} are not fetched: ${fault}`,
    data: { fault },
    dedupeKey,
  })
}
