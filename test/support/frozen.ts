import { unpacked, type Packed } from '../../src/domain/invoices/documents/packed.ts'
import type {
  FrozenInvoice,
  FrozenRow,
} from '../../src/domain/invoices/documents/frozen-invoice.ts'
import type { World } from './world.ts'

/** What a document or activation was frozen with, as its owner reads it. */
export async function keptFrozen(
  { owner }: Pick<World, 'owner'>,
  table: 'document' | 'invoice_activation',
  where: string,
  values: unknown[],
): Promise<FrozenInvoice> {
  const [row] = await owner(
    `select k.tenant_id, k.invoice_id, k.client_id, k.frozen, s.body as sender, d.body as debtor
     from ${table} k
     join snapshot s on s.tenant_id = k.tenant_id and s.id = k.sender_shown_id
     join snapshot d on d.tenant_id = k.tenant_id and d.id = k.debtor_shown_id where ${where}`,
    values,
  )
  if (row === undefined) throw new Error(`nothing frozen in ${table} where ${where}`)
  const named = {
    tenantId: String(row['tenant_id']),
    invoiceId: String(row['invoice_id']),
    clientId: String(row['client_id']),
  }
  const { frozen: own, sender, debtor } = row
  return unpacked(named, { own, sender, debtor } as Packed)
}

/** An invoice as it is frozen for its document. */
export function frozenInvoice(more: Partial<FrozenInvoice> = {}): FrozenInvoice {
  return {
    format: 1,
    tenantId: 'TN04P7Z805X92YD4DP1D24GH64Z8',
    invoiceId: 'I06D7ZCEWYHZ8N17900DG7H8PR4',
    clientId: 'C.06D7ZCEWYHZ8N17900207H8PR4',
    debtorId: 'D.06D7ZCEWYHZ8N17900407H8PR4',
    activation: 1,
    frozenAt: '2026-11-20T10:00:00.000Z',
    produce: 'AT_ACTIVATION',
    language: 'sv',
    look: { primary: '#1f3a5f', logoKey: null, compact: false },
    type: 'INVOICE',
    invoiceNumber: '2026-1001',
    invoiceDate: '2026-11-20',
    expireDate: '2026-12-20',
    deliveryDate: '2026-11-19',
    currency: 'SEK',
    sender: {
      name: 'Åkerströms Bygg & Måleri AB',
      address: ['Storgatan 1', '111 22  Stockholm'],
      identificationNumber: '556677-8899',
      vatNumber: 'SE556677889901',
      email: 'faktura@akerstrom.example',
      phone: '08-123 45 67',
      fTax: true,
    },
    debtor: {
      name: 'Öberg & Söner AB',
      address: ['c/o Anna Ek', 'Långa Gatan 12 B', '333 44  Göteborg'],
      identificationNumber: '559988-7766',
      vatNumber: null,
      email: null,
      phone: null,
      customerNumber: 'K-100',
    },
    references: { your: 'Anna Ek', order: 'PO-778' },
    rows: [
      frozenRow({ description: 'Målning av fasad' }),
      frozenRow({ description: 'Färg', quantity: '3', unit: 'burk', discount: '10 %' }),
      frozenRow({ description: 'Resa', vatPercentage: '6', net: '100.00' }),
    ],
    vats: [
      { rate: '25', base: '31250.00', amount: '7812.50' },
      { rate: '6', base: '100.00', amount: '6.00' },
    ],
    net: '31350.00',
    vat: '7818.50',
    rounding: '0.50',
    gross: '39169.00',
    payment: {
      payee: 'Åkerströms Bygg & Måleri AB',
      account: { kind: 'BANKGIRO', number: '5050-1055', bic: null },
      reference: '10000100012',
    },
    credits: [],
    message: 'Ange referens 10000100012 vid betalning.',
    interestText: 'Efter förfallodagen debiteras dröjsmålsränta.',
    assignmentText: null,
    footer: null,
    retentionUntil: '2033-12-31',
    ...more,
  }
}

export function frozenRow(more: Partial<FrozenRow> = {}): FrozenRow {
  return {
    type: 'LINE',
    articleNumber: 'A-1',
    description: 'Timme',
    quantity: '12.5',
    unit: 'tim',
    price: '1250',
    discount: null,
    vatPercentage: '25',
    net: '15625.00',
    ...more,
  }
}
