import type { BankFileFormat } from '../../domain/payments/bank-file.ts'
import type { Given } from '../apart/kinds.ts'
import { readBgMax } from './bgmax.ts'
import { readCamt } from './camt.ts'
import { Collected } from './collected.ts'
import { readCsv } from './csv.ts'
import { begin, encodingOfXml, linesOf, plainTextOf, textOf, type Begun } from './text-of.ts'

/** As it is asked for from another process: good entries in pages, and all that is wrong. */
export async function readBankFileApart(given: Given): Promise<Given> {
  const { today } = given.value as { today: string }
  const said = new Collected(today)
  return said.result(await read(await begin(given), said))
}

async function read({ begun, bytes }: Begun, said: Collected): Promise<BankFileFormat> {
  const first = Buffer.from(begun.subarray(0, 400)).toString('latin1')
  const plain = first.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (plain.trimStart().startsWith('<')) {
    return readCamt(textOf(bytes, encodingOfXml(begun), said), said)
  }
  const lines = linesOf(plainTextOf(bytes, said))
  if (/^01BGMAX {15}\d\d/.test(plain)) return readBgMax(lines, said)
  return readCsv(lines, said)
}
