/** Files as banks make them, written here: every field is chosen by the test. */
export interface Paid {
  amount: string
  reference?: string
  /** Several references with their parts. */
  parts?: readonly (readonly [reference: string, amount?: string])[]
  text?: string
  name?: string
  /** From which account it was paid, and the number of who has it. */
  account?: string
  /** What its bank says that account is. */
  scheme?: string
  /** The bankgiro to which it was paid. */
  bankgiro?: string
  organisation?: string
  ref?: string
  endToEndId?: string
  currency?: string
  isOut?: boolean
  isReversal?: boolean
  isReturn?: boolean
  status?: string
}

export interface Stated {
  iban?: string
  /** The bankgiro at the account of which it tells. */
  bankgiro?: string
  currency?: string
  date?: string
  id?: string
  serial?: string
  opening?: string
  closing?: string
  /** Each list is one entry: of one it is the whole. */
  entries: readonly (readonly Paid[])[]
  version?: '02' | '08' | '10' | '13'
  kind?: '053' | '054'
  totals?: { count: number; sum: string }
}

export const iban = 'SE4550000000058398257466'

const other = (number: string, scheme?: string) =>
  `<Id><Othr><Id>${number}</Id>${scheme === undefined ? '' : `<SchmeNm><Prtry>${scheme}</Prtry></SchmeNm>`}</Othr></Id>`

const total = (entry: readonly Paid[]) =>
  (entry.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

export function camt(stated: Stated): string {
  const { version = '02', kind = '053', entries, id = 'S1', date = '2026-11-20' } = stated
  const { currency = 'SEK', totals, serial, opening, closing } = stated
  const [outer, inner] =
    kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const balance = (code: string, amount: string | undefined) =>
    amount === undefined
      ? ''
      : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>
<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`
  const summary =
    totals === undefined
      ? ''
      : `<TxsSummry><TtlNtries><NbOfNtries>${totals.count}</NbOfNtries><Sum>${totals.sum}</Sum></TtlNtries></TxsSummry>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${outer}>
<GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${date}T18:00:00</CreDtTm></GrpHdr>
<${inner}><Id>${id}</Id>${serial === undefined ? '' : `<ElctrncSeqNb>${serial}</ElctrncSeqNb>`}<CreDtTm>${date}T18:00:00</CreDtTm>
<Acct><Id><IBAN>${stated.iban ?? iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${
    stated.bankgiro === undefined ? '' : `<RltdAcct>${other(stated.bankgiro, 'BGNR')}</RltdAcct>`
  }
${balance('OPBD', opening)}${balance('CLBD', closing)}${summary}
${entries.map((entry, at) => entryOf(entry, at, version, currency, date)).join('\n')}
</${inner}></${outer}></Document>`
}

function entryOf(
  paid: readonly Paid[],
  at: number,
  version: string,
  currency: string,
  date: string,
): string {
  const [first] = paid as [Paid]
  const isNew = version !== '02'
  const status = first.status ?? 'BOOK'
  const own = paid.length === 1 ? first.ref : `C-${first.ref ?? at}`
  return `<Ntry><Amt Ccy="${first.currency ?? currency}">${paid.length === 1 ? first.amount : total(paid)}</Amt>
<CdtDbtInd>${first.isOut === true ? 'DBIT' : 'CRDT'}</CdtDbtInd>
${first.isReversal === true ? '<RvslInd>true</RvslInd>' : ''}
<Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>
${own === undefined ? '' : `<AcctSvcrRef>${own}</AcctSvcrRef>`}
<NtryDtls>${paid.map((one) => transactionOf(one, isNew, currency)).join('\n')}</NtryDtls></Ntry>`
}

function transactionOf(paid: Paid, isNew: boolean, currency: string): string {
  const { amount, reference, parts, text, name, ref, endToEndId } = paid
  const structured = (one: string, part?: string) =>
    `<Strd>${part === undefined ? '' : `<RfrdDocAmt><RmtdAmt Ccy="${currency}">${part}</RmtdAmt></RfrdDocAmt>`}
<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${one}</Ref></CdtrRefInf></Strd>`
  const number = paid.organisation
  const person =
    (name === undefined ? '' : `<Nm>${name}</Nm>`) +
    (number === undefined ? '' : `<Id><OrgId><Othr><Id>${number}</Id></Othr></OrgId></Id>`)
  const account =
    (paid.account === undefined ? '' : `<DbtrAcct>${other(paid.account, paid.scheme)}</DbtrAcct>`) +
    (paid.bankgiro === undefined ? '' : `<CdtrAcct>${other(paid.bankgiro, 'BGNR')}</CdtrAcct>`)
  const of = `<AmtDtls><TxAmt><Amt Ccy="${paid.currency ?? currency}">${amount}</Amt></TxAmt></AmtDtls>`
  return `<TxDtls><Refs>${ref === undefined ? '' : `<AcctSvcrRef>${ref}</AcctSvcrRef>`}<EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
${isNew ? `<Amt Ccy="${paid.currency ?? currency}">${amount}</Amt>` : of}
<RltdPties><Dbtr>${isNew ? `<Pty>${person}</Pty>` : person}</Dbtr>${account}</RltdPties>
<RmtInf>${(parts ?? []).map(([one, part]) => structured(one, part)).join('')}
${reference === undefined ? '' : structured(reference)}
${text === undefined ? '' : `<Ustrd>${text}</Ustrd>`}</RmtInf>
${paid.isReturn === true ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls>`
}

const record = (...parts: readonly string[]) => parts.join('').padEnd(80)
const digits = (text: string, length: number) => text.replaceAll(/\D/g, '').padStart(length, '0')
const minor = (amount: string) => digits(Math.round(Number(amount) * 100).toString(), 18)

export interface Deposited {
  bankgiro?: string
  date?: string
  serial?: string
  payments: readonly (Paid & { isDeduction?: boolean })[]
  /** What the deposit and the end say, where it is not what is true. */
  sum?: string
  count?: number
  currency?: string
  opensIn?: string
}

export function bgmax(deposits: readonly Deposited[], more: { end?: string } = {}): string {
  const all = deposits.flatMap(({ payments }) => payments)
  const deducted = all.filter(({ isDeduction }) => isDeduction === true).length
  const references = all.reduce((count, { parts }) => count + (parts?.length ?? 0), 0)
  const totals = [all.length - deducted, deducted, references, deposits.length]
  return [
    record('01', 'BGMAX'.padEnd(20), '01', '20261120173035010331', 'P'),
    ...deposits.flatMap(sectionOf),
    more.end ?? record('70', ...totals.map((count) => digits(`${count}`, 8))),
  ].join('\r\n')
}

function sectionOf(deposit: Deposited): string[] {
  const { bankgiro = '9912346', date = '2026-11-20', serial = '00036', payments } = deposit
  const { currency = 'SEK', opensIn = currency } = deposit
  const sum = payments.reduce(
    (whole, { amount, isDeduction }) => whole + (isDeduction === true ? -1 : 1) * Number(amount),
    0,
  )
  return [
    record('05', digits(bankgiro, 10), ' '.repeat(10), opensIn),
    ...payments.flatMap((one) => [
      record(
        one.isDeduction === true ? '21' : '20',
        digits('3783511', 10),
        (one.reference ?? '').padEnd(25),
        minor(one.amount),
        '24',
        digits(one.ref ?? '0', 12),
        '0',
      ),
      ...(one.parts ?? []).map(([reference, part = '0']) =>
        record(
          part.startsWith('-') ? '23' : '22',
          digits('3783511', 10),
          reference.padEnd(25),
          minor(part),
          '24',
          digits(one.ref ?? '0', 12),
          '0',
        ),
      ),
      ...(one.text === undefined ? [] : [record('25', one.text)]),
      ...(one.name === undefined ? [] : [record('26', one.name)]),
      ...(one.organisation === undefined ? [] : [record('29', digits(one.organisation, 12))]),
    ]),
    record(
      '15',
      digits('58410000010098232', 35),
      digits(date, 8),
      serial,
      minor(deposit.sum ?? String(Math.abs(sum))),
      currency,
      digits(`${deposit.count ?? payments.length}`, 8),
    ),
  ]
}
