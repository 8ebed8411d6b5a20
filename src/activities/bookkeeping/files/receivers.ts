import { z } from 'zod'
import { clientOfGift } from '../../../domain/access/grant.ts'
import { invalid } from '../../../domain/refusal.ts'
import { BookkeepingReceiver } from '../../../entities/bookkeeping-delivery.ts'
import { Client } from '../../../entities/client.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change, id } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { decryptSecret, encryptSecret } from '../../../ports/keys/secrets.ts'
import {
  openedCredentials,
  refuseUnfitServer,
  sftpCredentials,
  usualSftpPort,
} from '../../distribution/sftp-fields.ts'
import { refuseTarget } from '../../webhooks/create-webhook.ts'
import { key } from '../../webhooks/webhook-fields.ts'

const credentialsSent = z
  .strictObject({ ...sftpCredentials.shape, signingKey: key.optional() })
  .meta({ example: { signingKey: 'whsec_c2lnbmluZyBzZWNyZXQgb2Ygb25l' } })
export type ReceiverCredentials = z.output<typeof credentialsSent>

const places = ['email', 'url', 'host', 'port', 'folder', 'username', 'hostKey'] as const
type Place = (typeof places)[number]

/** Sealed, and shown to nobody. */
const secret = { credentials: credentialsSent.optional() }

export const createReceiverInput = bodyOf(BookkeepingReceiver, ['method', ...places, 'active'], {
  active: true,
})
  .extend({ clientId: id('Client').optional(), ...secret })
  .meta({ example: { method: 'EMAIL', email: 'books@nordlund.example' } })

/** Whose it is and its method stay. */
export const updateReceiverInput = bodyOf(BookkeepingReceiver, [...places, 'active'])
  .partial()
  .extend(secret)
  .meta({ example: { email: 'books@nordlund.example' } })

/** Of the client that is named or that the caller is bound to; else of the tenant's own book. */
export async function createReceiver(
  unit: Unit,
  { credentials: given, clientId: named, ...sent }: z.output<typeof createReceiverInput>,
): Promise<BookkeepingReceiver> {
  const credentials = await openedCredentials(unit, given)
  const clientId = clientOfGift(unit.scope, named)
  if (clientId === null && unit.isBound) invalid('/clientId', 'REQUIRED', 'Say for which client')
  if (clientId !== null) await unit.load(Client, clientId, '/clientId')
  await refuseAddressOf(unit, sent)
  const port = sent.port ?? (sent.method === 'SFTP' ? usualSftpPort : null)
  const none = { email: null, url: null, host: null, folder: null, username: null, hostKey: null }
  const receiver = unit.add(BookkeepingReceiver, {
    ...none,
    ...sent,
    port,
    ownerType: clientId === null ? 'TENANT' : 'CLIENT',
    ownerId: clientId ?? unit.tenantId,
    clientId,
    credentials: null,
  })
  if (credentials !== undefined) seal(unit, receiver, credentials)
  refuseUnfit(unit, receiver)
  return receiver
}

/** Another place is told what lets us in only by who says it again. */
export async function updateReceiver(
  unit: Unit,
  receiverId: string,
  { credentials: given, ...sent }: z.output<typeof updateReceiverInput>,
): Promise<BookkeepingReceiver> {
  const credentials = await openedCredentials(unit, given)
  const before = await unit.load(BookkeepingReceiver, receiverId)
  if (sent.url !== before.url) await refuseAddressOf(unit, sent)
  const receiver = await loadHeld(unit, BookkeepingReceiver, receiverId)
  const guarded = ['url', 'host', 'port', 'hostKey'] as const
  const isElsewhere = guarded.some((one) => sent[one] !== undefined && sent[one] !== receiver[one])
  if (isElsewhere && receiver.credentials != null && credentials === undefined) {
    invalid('/credentials', 'REQUIRED', 'Say again what lets us in at another place')
  }
  change(receiver, sent)
  if (credentials !== undefined) seal(unit, receiver, credentials)
  refuseUnfit(unit, receiver)
  return receiver
}

/** What waits for it fails, and is left to a person. */
export async function deleteReceiver(unit: Unit, receiverId: string): Promise<void> {
  unit.remove(await loadHeld(unit, BookkeepingReceiver, receiverId))
}

/** A name may take long to be looked up: it is asked before anything is changed. */
async function refuseAddressOf(unit: Unit, { url }: { url?: string | null | undefined }) {
  if (url != null) await refuseTarget(unit, url)
}

const placesOf: Readonly<Record<BookkeepingReceiver['method'], readonly Place[]>> = {
  EMAIL: ['email'],
  WEBHOOK: ['url'],
  SFTP: ['host', 'port', 'folder', 'username', 'hostKey'],
}

function refuseUnfit(unit: Unit, receiver: BookkeepingReceiver): void {
  const { method, credentials } = receiver
  const wanted = placesOf[method]
  for (const place of places) {
    const isGiven = receiver[place] != null
    if (isGiven && !wanted.includes(place)) {
      invalid(`/${place}`, 'NEEDLESS', 'This method has none')
    }
    if (!isGiven && wanted.includes(place)) {
      invalid(`/${place}`, 'REQUIRED', 'This method is delivered to by it')
    }
  }
  if (method === 'EMAIL') {
    if (credentials != null) invalid('/credentials', 'NEEDLESS', 'This method has none')
    return
  }
  const { signingKey, ...forServer } = credentialsOf(unit, receiver)
  if (method === 'WEBHOOK') {
    if (signingKey === undefined || Object.keys(forServer).length > 0) {
      invalid('/credentials', 'INVALID', 'A signing key, and nothing else')
    }
    return
  }
  if (signingKey !== undefined) invalid('/credentials', 'INVALID', 'A server takes no signing key')
  refuseUnfitServer(unit, { ...serverOf(receiver), credentials: forServer })
}

/** As it is entered, but for what lets us in. */
export function serverOf({ host, port, username, hostKey }: BookkeepingReceiver) {
  return {
    host: host ?? null,
    port: port ?? null,
    username: username ?? null,
    hostKey: hostKey ?? null,
  }
}

const sealedIn = ({ tenantId, id: receiverId }: BookkeepingReceiver) => ({
  tenantId,
  id: receiverId,
  table: 'bookkeeping_receiver',
  column: 'credentials',
})

function seal({ runtime }: Unit, receiver: BookkeepingReceiver, plain: ReceiverCredentials): void {
  const bytes = Buffer.from(JSON.stringify(plain), 'utf8')
  receiver.credentials = encryptSecret(runtime.keys, bytes, sealedIn(receiver))
}

export function credentialsOf(
  { runtime }: Pick<Unit, 'runtime'>,
  receiver: BookkeepingReceiver,
): ReceiverCredentials {
  if (receiver.credentials == null) return {}
  const plain = decryptSecret(runtime.keys, receiver.credentials, sealedIn(receiver))
  return JSON.parse(plain.toString('utf8')) as ReceiverCredentials
}
