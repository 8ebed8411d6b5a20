import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common'
import { METADATA_ENCODING_KEY } from '@temporalio/common'
import temporalProto from '@temporalio/proto'
import type { Keys } from '../keys/keys.ts'

const { Payload: PayloadMessage } = temporalProto.temporal.api.common.v1
const encoding = Buffer.from('binary/encrypted')
const tagBytes = 16
const ivBytes = 12
/** Where a payload says which master key it is sealed by. */
export const keyIdOfPayload = 'encryption-key-id'
/** Within what is sealed: the process that it belongs to, and by its id the tenant. */
const belongsTo = 'belongs-to'
/** What a schedule begins has the time of that behind the id that the schedule knows. */
const scheduledAt = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

type PayloadKeys = Pick<Keys, 'id' | 'payloads' | 'of'>

/** What somebody else wrote says nothing to us. */
const nothing: Payload = {
  metadata: { [METADATA_ENCODING_KEY]: Buffer.from('json/plain') },
  data: Buffer.from('null'),
}

/**
 * What passes through Temporal is readable by us alone: its store and its UI see ciphertext. And it
 * is written by us alone: whoever reaches Temporal without our key can ask for nothing by it, and
 * what we wrote of one process says nothing in another.
 */
export class EncryptionCodec implements PayloadCodec {
  readonly #keys: PayloadKeys

  constructor(keys: PayloadKeys) {
    this.#keys = keys
  }

  async encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    const owner = ownerIn(context)
    const { payloads: key, id } = this.#keys
    return payloads.map((payload) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      const owned = owner === undefined ? {} : { [belongsTo]: Buffer.from(owner) }
      const metadata = { ...payload.metadata, ...owned }
      const plain = PayloadMessage.encode({ ...payload, metadata }).finish()
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return {
        metadata: {
          [METADATA_ENCODING_KEY]: encoding,
          [keyIdOfPayload]: Buffer.from(id),
        },
        data: Buffer.concat([iv, text, cipher.getAuthTag()]),
      }
    })
  }

  /** Where a signal of somebody else failed, the workflow would stand still; so it says nothing. */
  async decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    const reader = ownerIn(context)
    return payloads.map((payload) => this.#ours(payload, reader) ?? nothing)
  }

  /** For people who read: what is not encrypted is shown as it is. */
  async decodeToShow(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => this.#ours(payload) ?? payload)
  }

  #ours(payload: Payload, reader?: string): Payload | undefined {
    const how = payload.metadata?.[METADATA_ENCODING_KEY]
    if (how === undefined || !encoding.equals(Buffer.from(how))) return undefined
    const keyId = Buffer.from(payload.metadata?.[keyIdOfPayload] ?? []).toString()
    const key = this.#keys.of(keyId)
    if (key === undefined) {
      throw new Error(`the payload is encrypted with key ${keyId}, which is not at hand`)
    }
    const opened = open(key.payloads, Buffer.from(payload.data ?? []))
    return opened && ownedBy(reader, PayloadMessage.decode(opened))
  }
}

/** Nothing if it was not sealed with our key, whatever it says of itself. */
function open(key: Buffer, data: Buffer): Buffer | undefined {
  if (data.byteLength < ivBytes + tagBytes) return undefined
  const iv = data.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(data.subarray(-tagBytes))
  const text = decipher.update(data.subarray(ivBytes, -tagBytes))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return undefined
  }
}

const ownerIn = (context?: SerializationContext) => context?.workflowId?.replace(scheduledAt, '')

/** What was sealed before payloads had an owner, and where the SDK knows of none, is taken as it is. */
function ownedBy(reader: string | undefined, payload: Payload): Payload | undefined {
  const { [belongsTo]: owner, ...metadata } = payload.metadata ?? {}
  if (owner == null) return payload
  if (reader !== undefined && Buffer.from(owner).toString() !== reader) return undefined
  return { ...payload, metadata }
}
