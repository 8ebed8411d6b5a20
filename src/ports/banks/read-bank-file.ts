import type { BankFileFormat } from '../../domain/payments/bank-file.ts'
import type { Given } from '../apart/kinds.ts'
import { readBgMax } from './bgmax.ts'
import { readCamt } from './camt.ts'
import { Collected } from './collected.ts'
import { readCsv } from './csv.ts'
import { encodingOfText, encodingOfXml, linesOf, piecesOf } from './text-of.ts'

/** As it is asked for from another process: good entries in pages, and all that is wrong. */
export async function readBankFileApart({ value, parts: [bytes] }: Given): Promise<Given> {
  const { today } = value as { today: string }
  const said = new Collected(today)
  return said.result(read(bytes ?? new Uint8Array(), said))
}

function read(bytes: Uint8Array, said: Collected): BankFileFormat {
  const begun = Buffer.from(bytes.subarray(0, 400)).toString('latin1')
  const plain = begun.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (plain.trimStart().startsWith('<')) {
    return readCamt(piecesOf(bytes, encodingOfXml(bytes), said), said)
  }
  const lines = linesOf(piecesOf(bytes, encodingOfText(bytes), said))
  if (/^01BGMAX {15}\d\d/.test(plain)) return readBgMax(lines, said)
  return readCsv(lines, said)
}
