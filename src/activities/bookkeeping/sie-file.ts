import anyAscii from 'any-ascii'
import iconv from 'iconv-lite'
import { dayIn } from '../../domain/dates.ts'
import { dimensions, sieParts, type SieFile, type SieSource } from '../../domain/bookkeeping/sie.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { Client } from '../../entities/client.ts'
import { VoucherPosting, type Voucher } from '../../entities/voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const encoding = 'cp437'

/** Vouchers of one book and one currency in the format of SIE 4I. */
export async function sieOf(
  unit: Unit,
  vouchers: readonly Voucher[],
  generatedAt: Date = unit.now,
): Promise<SieFile> {
  const [first] = vouchers
  if (first === undefined) throw new Error('a file without vouchers')
  const postings = await unit.all(VoucherPosting, {
    voucherId: { $in: vouchers.map(({ id }) => id) },
  })
  const accounts = await unit.all(BookkeepingAccount, {
    id: { $in: [...new Set(postings.map(({ accountId }) => accountId))] },
  })
  const byVoucher = Map.groupBy(
    postings.toSorted((a, b) => a.line - b.line),
    ({ voucherId }) => voucherId,
  )
  const tenant = await unit.tenant()
  const client = first.clientId == null ? undefined : await unit.load(Client, first.clientId)
  const dayOf = (at: Date) => dayIn(tenant.timeZone, at)
  return {
    program: { name: 'Receivables', version: '1' },
    generated: dayOf(generatedAt),
    company: { name: client?.name ?? tenant.name, number: client?.identificationNumber },
    chart: 'BAS2014',
    currency: first.currency,
    accounts: accounts
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
      .map(({ number, name }) => ({ number, name })),
    vouchers: vouchers.map((voucher) => ({
      series: voucher.series,
      number: String(voucher.number),
      date: voucher.date,
      text: voucher.text,
      registered: dayOf(voucher.createdAt),
      sign: voucher.createdBy,
      postings: (byVoucher.get(voucher.id) ?? []).map((posting) => ({
        account: posting.accountNumber,
        objects: objectsOf(posting),
        amount: posting.amount,
        date: posting.date,
        text: posting.text,
      })),
    })),
  }
}

function objectsOf({ costCentre, project }: VoucherPosting) {
  return [
    ...(costCentre == null
      ? []
      : [{ dimension: dimensions.costCentre.number, object: costCentre }]),
    ...(project == null ? [] : [{ dimension: dimensions.project.number, object: project }]),
  ]
}

/** The bytes of a file: what PC8 has no sign for stands as it sounds in Latin letters. */
export const sieBytes = (file: SieSource): Uint8Array => Buffer.concat([...sieChunks(file)])

const chunkLength = 64 * 1024

/** The same piece by piece, so that no more of a large file is in memory. */
export function* sieChunks(file: SieSource): Generator<Uint8Array> {
  let text = ''
  for (const part of sieParts(file)) {
    text += part
    if (text.length < chunkLength) continue
    yield bytesInPc8(text)
    text = ''
  }
  if (text !== '') yield bytesInPc8(text)
}

// Signs of one byte are the same in both, once each that is not of ASCII has become its byte.
const bytesInPc8 = (text: string): Uint8Array =>
  Buffer.from(text.replaceAll(/[^\0-\u007f]/gu, signInPc8), 'latin1')

/** Of the few signs that texts are made of; thrown away where somebody sends very many. */
const signs = new Map<string, string>()
const signsMost = 2_000

function signInPc8(sign: string): string {
  const known = signs.get(sign)
  if (known !== undefined) return known
  if (signs.size >= signsMost) signs.clear()
  const bytes = iconv.encode(inPc8(sign), encoding).toString('latin1')
  signs.set(sign, bytes)
  return bytes
}

export function sieTextOf(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), encoding)
}

function inPc8(sign: string): string {
  if (iconv.decode(iconv.encode(sign, encoding), encoding) === sign) return sign
  const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return (/^[\u0020-\u007e]+$/.test(plain) ? plain : anyAscii(sign)) || '?'
}
