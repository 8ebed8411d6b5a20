import { z } from 'zod'
import { invalid } from '../../../domain/refusal.ts'
import { BankFeed, BankFeedFile } from '../../../entities/bank-feed.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change, filled } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { folderShape } from '../../../ports/erp/file.ts'
import type { FeedCredentials } from '../../../ports/banks/feeds/feed.ts'
import { faultOfKey } from '../../../ports/banks/feeds/private-key.ts'
import { decryptSecret, encryptSecret } from '../../../ports/keys/secrets.ts'

const credentialsSent = z
  .strictObject({
    password: filled(500).optional(),
    privateKey: z.string().min(1).max(16_000).optional(),
    passphrase: filled(500).optional(),
  })
  .meta({ example: { password: 'correct horse battery staple' } })
/** Sealed, and shown to nobody. */
const secret = { credentials: credentialsSent.optional() }

export const createBankFeedInput = bodyOf(
  BankFeed,
  ['name', 'kind', 'folder', 'host', 'port', 'username', 'hostKey', 'active'],
  { active: true },
)
  .extend(secret)
  .meta({ example: { name: 'Bank statements', kind: 'FOLDER', folder: 'statements' } })

/** How files come there stays. */
export const updateBankFeedInput = bodyOf(BankFeed, [
  'name',
  'folder',
  'host',
  'port',
  'username',
  'hostKey',
  'active',
])
  .partial()
  .extend(secret)
  .meta({ example: { name: 'Bank statements', active: false } })

export async function createBankFeed(
  unit: Unit,
  { credentials, ...sent }: z.output<typeof createBankFeedInput>,
): Promise<BankFeed> {
  const { host = null, username = null, hostKey = null } = sent
  const port = sent.port ?? (sent.kind === 'SFTP' ? usualPort : null)
  const facts = { ...sent, host, username, hostKey, port }
  const feed = unit.add(BankFeed, { ...facts, credentials: null, fetchedAt: null, fault: null })
  if (credentials !== undefined) seal(unit, feed, credentials)
  await refuseUnfit(unit, feed)
  return feed
}

const usualPort = 22

/** Another server is told what lets us in only by who says it again. */
export async function updateBankFeed(
  unit: Unit,
  id: string,
  { credentials, ...sent }: z.output<typeof updateBankFeedInput>,
): Promise<BankFeed> {
  const feed = await loadHeld(unit, BankFeed, id)
  const places = ['host', 'port', 'hostKey'] as const
  const isElsewhere = places.some((one) => sent[one] !== undefined && sent[one] !== feed[one])
  if (isElsewhere && feed.credentials != null && credentials === undefined) {
    invalid('/credentials', 'REQUIRED', 'Say again what lets us in at another server')
  }
  change(feed, sent)
  if (credentials !== undefined) seal(unit, feed, credentials)
  await refuseUnfit(unit, feed)
  return feed
}

/** What was fetched stays; what lies there is fetched no more. */
export async function deleteBankFeed(unit: Unit, id: string): Promise<void> {
  const feed = await loadHeld(unit, BankFeed, id)
  const waiting = await unit.all(BankFeedFile, { feedId: id })
  for (const one of waiting) unit.remove(one)
  unit.remove(feed)
}

async function refuseUnfit(unit: Unit, feed: BankFeed): Promise<void> {
  const { kind, folder, host, port, username, hostKey } = feed
  const onServer = { host, port, username, hostKey, credentials: feed.credentials }
  if (kind === 'FOLDER') {
    const [needless] = Object.entries(onServer).find(([, value]) => value != null) ?? []
    if (needless !== undefined) invalid(`/${needless}`, 'NEEDLESS', 'A folder has none')
    if (!folderShape.test(folder)) {
      invalid('/folder', 'INVALID', 'Names of letters, digits, _ and -, one under another by /')
    }
    return
  }
  const [missing] = Object.entries(onServer).find(([, value]) => value == null) ?? []
  if (missing !== undefined) invalid(`/${missing}`, 'REQUIRED', 'A server is entered by it')
  const credentials = credentialsOf(unit, feed) ?? {}
  if ((credentials.password === undefined) === (credentials.privateKey === undefined)) {
    invalid('/credentials', 'INVALID', 'Either a password or a private key')
  }
  const fault = await faultOfKey(credentials)
  if (fault !== undefined) invalid(`/credentials/${fault.field}`, fault.code, fault.message)
  const refused = unit.runtime.refusedReach(host ?? '', port ?? 0)
  if (refused !== undefined) invalid('/host', 'HOST_REFUSED', refused)
}

const placeOf = ({ tenantId, id }: BankFeed) => ({
  tenantId,
  id,
  table: 'bank_feed',
  column: 'credentials',
})

function seal({ runtime }: Unit, feed: BankFeed, credentials: FeedCredentials): void {
  const plain = Buffer.from(JSON.stringify(credentials), 'utf8')
  feed.credentials = encryptSecret(runtime.keys, plain, placeOf(feed))
}

export function credentialsOf({ runtime }: Unit, feed: BankFeed): FeedCredentials | null {
  if (feed.credentials == null) return null
  const plain = decryptSecret(runtime.keys, feed.credentials, placeOf(feed))
  return JSON.parse(plain.toString('utf8')) as FeedCredentials
}
