import type { z } from 'zod'
import { invalid } from '../../../domain/refusal.ts'
import { BankFeed, BankFeedFile } from '../../../entities/bank-feed.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { folderShape } from '../../../ports/erp/file.ts'
import type { SftpCredentials } from '../../../ports/sftp/session.ts'
import {
  openedCredentials,
  refuseUnfitServer,
  sftpCredentials,
  usualSftpPort,
} from '../../distribution/sftp-fields.ts'
import { decryptSecret, encryptSecret } from '../../../ports/keys/secrets.ts'

/** Sealed, and shown to nobody. */
const secret = { credentials: sftpCredentials.optional() }

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
  { credentials: given, ...sent }: z.output<typeof createBankFeedInput>,
): Promise<BankFeed> {
  const credentials = await openedCredentials(unit, given)
  const { host = null, username = null, hostKey = null } = sent
  const port = sent.port ?? (sent.kind === 'SFTP' ? usualSftpPort : null)
  const facts = { ...sent, host, username, hostKey, port }
  const feed = unit.add(BankFeed, { ...facts, credentials: null, fetchedAt: null, fault: null })
  if (credentials !== undefined) seal(unit, feed, credentials)
  refuseUnfit(unit, feed)
  return feed
}

/** Another server is told what lets us in only by who says it again. */
export async function updateBankFeed(
  unit: Unit,
  id: string,
  { credentials: given, ...sent }: z.output<typeof updateBankFeedInput>,
): Promise<BankFeed> {
  const credentials = await openedCredentials(unit, given)
  const feed = await loadHeld(unit, BankFeed, id)
  const places = ['host', 'port', 'hostKey'] as const
  const isElsewhere = places.some((one) => sent[one] !== undefined && sent[one] !== feed[one])
  if (isElsewhere && feed.credentials != null && credentials === undefined) {
    invalid('/credentials', 'REQUIRED', 'Say again what lets us in at another server')
  }
  change(feed, sent)
  if (credentials !== undefined) seal(unit, feed, credentials)
  refuseUnfit(unit, feed)
  return feed
}

/** What was fetched stays; what lies there is fetched no more. */
export async function deleteBankFeed(unit: Unit, id: string): Promise<void> {
  const feed = await loadHeld(unit, BankFeed, id)
  const waiting = await unit.all(BankFeedFile, { feedId: id })
  for (const one of waiting) unit.remove(one)
  unit.remove(feed)
}

function refuseUnfit(unit: Unit, feed: BankFeed): void {
  const { kind, folder, host, port, username, hostKey } = feed
  const onServer = {
    host: host ?? null,
    port: port ?? null,
    username: username ?? null,
    hostKey: hostKey ?? null,
  }
  if (kind === 'FOLDER') {
    const [needless] =
      Object.entries({ ...onServer, credentials: feed.credentials }).find(
        ([, value]) => value != null,
      ) ?? []
    if (needless !== undefined) invalid(`/${needless}`, 'NEEDLESS', 'A folder has none')
    if (!folderShape.test(folder)) {
      invalid('/folder', 'INVALID', 'Names of letters, digits, _ and -, one under another by /')
    }
    return
  }
  refuseUnfitServer(unit, { ...onServer, credentials: credentialsOf(unit, feed) })
}

const placeOf = ({ tenantId, id }: BankFeed) => ({
  tenantId,
  id,
  table: 'bank_feed',
  column: 'credentials',
})

function seal({ runtime }: Unit, feed: BankFeed, credentials: SftpCredentials): void {
  const plain = Buffer.from(JSON.stringify(credentials), 'utf8')
  feed.credentials = encryptSecret(runtime.keys, plain, placeOf(feed))
}

export function credentialsOf({ runtime }: Unit, feed: BankFeed): SftpCredentials | null {
  if (feed.credentials == null) return null
  const plain = decryptSecret(runtime.keys, feed.credentials, placeOf(feed))
  return JSON.parse(plain.toString('utf8')) as SftpCredentials
}
