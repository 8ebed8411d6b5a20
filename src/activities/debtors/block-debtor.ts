import type { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import { countryOfNumber, normalisedNumber } from '../../domain/identification-number.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { DebtorBlocked } from '../../entities/debtor-blocked.ts'
import { exampleId } from '../../entities/ids.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { addSystemDebtorEvent } from './add-system-debtor-event.ts'
import { knownReason } from '../distribution/known-reason.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { code, id } from '../../kernel/read/fields.ts'

export const blockDebtorInput = bodyOf(
  DebtorBlocked,
  ['identificationNumber', 'countryCode', 'scope', 'products', 'comment', 'blockedFrom'],
  { products: ['FACTORING'], comment: '' },
)
  .partial({ countryCode: true, scope: true, blockedFrom: true })
  .extend({ clientId: id('Client').optional(), reasonCode: code.optional() })
  .meta({
    example: {
      identificationNumber: '5566778899',
      scope: 'CLIENT',
      clientId: exampleId('Client'),
      products: ['FACTORING'],
      reasonCode: 'LATE_DELIVERY',
      blockedFrom: '2026-11-20',
    },
  })
type NewBlock = z.output<typeof blockDebtorInput>

/**
 * From its day on these products are not used for claims on this identity: by one client, or by
 * all.
 */
export async function blockDebtor(unit: Unit, body: NewBlock): Promise<DebtorBlocked> {
  const clientId = await clientOfBlock(unit, body)
  const countryCode = await countryOf(unit, body)
  const identificationNumber = normalisedNumber(body.identificationNumber, countryCode)
  if (identificationNumber === '') {
    invalid('/identificationNumber', 'NO_NUMBER', 'It holds no letter and no digit')
  }
  await knownReason(unit, body.reasonCode)
  await refuseTwice(unit, { identificationNumber, countryCode, clientId })
  await blocksChanged(unit, { identificationNumber, countryCode }, 'Blocked', body.products)
  return unit.add(DebtorBlocked, {
    identificationNumber,
    countryCode,
    scope: clientId === null ? 'TENANT' : 'CLIENT',
    clientId,
    products: [...new Set(body.products)],
    reasonCode: body.reasonCode ?? null,
    comment: body.comment,
    blockedFrom: body.blockedFrom ?? (await unit.today()),
    blockedBy: unit.principal.id,
  })
}

/**
 * If no country was sent: the only one in which such an identity is known, else the tenant's. Whom
 * other clients invoice is not known to a client.
 */
async function countryOf(
  unit: Unit,
  { identificationNumber: written, countryCode: named }: NewBlock,
): Promise<string> {
  const stated = named ?? countryOfNumber(written)
  if (stated !== null) return stated
  const { countryCode } = await unit.tenant()
  const numbers = [normalisedNumber(written, countryCode), normalisedNumber(written, '')]
  const numbered = { identificationNumber: { $in: numbers } }
  const own = isBound(unit.scope) ? await unit.all(Debtor, numbered) : undefined
  const ids = own?.flatMap(({ systemDebtorId }) => systemDebtorId ?? [])
  const known = await unit.all(SystemDebtor, { ...numbered, ...(ids && { id: { $in: ids } }) })
  const countries = new Set(known.map((each) => each.countryCode))
  const [only] = countries
  return countries.size === 1 && only !== undefined ? only : countryCode
}

type Blocked = Pick<DebtorBlocked, 'identificationNumber' | 'countryCode' | 'clientId'>

/** Each client has its own blocks, besides those of the tenant, and sees none of other clients. */
async function refuseTwice(unit: Unit, block: Blocked): Promise<void> {
  if ((await unit.find(DebtorBlocked, block)) === null) return
  const message = 'It is blocked already'
  refuse('ALREADY_EXISTS', {
    errors: [{ pointer: '/identificationNumber', code: 'ALREADY_EXISTS', message }],
  })
}

/** The block of a number, however it is written: that of the tenant before those of clients. */
export async function blockOf(unit: Unit, written: string): Promise<DebtorBlocked> {
  return shown(unit, await blocksOf(unit, written))
}

async function shown(unit: Unit, blocks: readonly DebtorBlocked[]): Promise<DebtorBlocked> {
  const first = blocks.find(({ scope }) => scope === 'TENANT') ?? blocks[0] ?? notFound()
  return unit.load(DebtorBlocked, first.id)
}

/** Removes every block of this number that the caller sees, and may remove. */
export async function unblockDebtor(unit: Unit, written: string): Promise<void> {
  const blocks = await blocksOf(unit, written)
  await shown(unit, blocks)
  for (const block of blocks) {
    await blocksChanged(unit, block, 'Unblocked', block.products)
    unit.remove(block)
  }
}

type Numbered = Pick<DebtorBlocked, 'identificationNumber' | 'countryCode'>

/** An identity that nobody has invoiced yet has no history. */
export async function blocksChanged(
  unit: Unit,
  { identificationNumber, countryCode }: Numbered,
  word: string,
  products: readonly string[],
): Promise<void> {
  const debtor = await unit.find(SystemDebtor, { identificationNumber, countryCode })
  if (debtor === null) return
  await addSystemDebtorEvent(unit, debtor.id, 'BLOCK', `${word}: ${products.join(', ')}`)
}

async function blocksOf(unit: Unit, written: string): Promise<DebtorBlocked[]> {
  const { countryCode } = await unit.tenant()
  const numbers = new Set([written, normalisedNumber(written, countryCode)])
  return unit.all(DebtorBlocked, { identificationNumber: { $in: [...numbers] } })
}

/**
 * A caller bound to a client blocks for that client; others for all clients, or for the one they
 * name.
 */
async function clientOfBlock(unit: Unit, { scope, clientId }: NewBlock): Promise<string | null> {
  const bound = unit.scope.clientId
  if (bound !== null) {
    if (clientId !== undefined) {
      invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
    }
    if (scope === 'TENANT') invalid('/scope', 'NOT_ALLOWED', 'A client blocks for itself only')
    return bound
  }
  if (scope === 'TENANT' && clientId !== undefined) {
    invalid('/clientId', 'NOT_ALLOWED', 'A block of the whole tenant names no client')
  }
  if (scope === 'CLIENT' && clientId === undefined) {
    invalid('/clientId', 'REQUIRED', 'Say for which client')
  }
  return clientId === undefined ? null : (await unit.load(Client, clientId, '/clientId')).id
}
