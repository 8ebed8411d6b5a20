import { Migration } from '@mikro-orm/migrations'

/** As every client began until now; a language was taken from its own. */
const defaults = {
  BILLING: {
    billingFrequency: 'MONTHLY',
    setOff: true,
    billRecipientEmail: null,
    invoiceReference: null,
    vatTreatment: 'STANDARD',
    paymentTermsDays: 30,
    minBillAmount: '0.00',
    combine: true,
  },
  BOOKKEEPING: {
    export: { method: 'SIE_FILE', voucherSeries: 'A' },
    bookInvoices: true,
    bookPayments: true,
    fiscalYearStart: '01-01',
    basis: 'ACCRUAL',
  },
  INVOICE: {
    numberSeries: null,
    paymentTermsDays: 30,
    interestRateMargin: '8',
    reminderFeeAgreed: true,
    roundTotal: false,
    defaultChannel: 'EMAIL',
    authorizationRequired: false,
    autoActivate: false,
    autoFactoring: false,
    defaultProductCode: 'INVOICE_SERVICE',
    yourReferenceRequired: false,
    paymentAccount: null,
  },
  INVOICE_TEXT: {
    sv: {
      invoice: 'Ange referens {paymentReference} vid betalning.',
      creditInvoice: 'Denna kreditfaktura avräknas mot er skuld till {clientName}.',
      reminder: 'Vi har ännu inte mottagit er betalning av faktura {invoiceNumber}.',
      footer: 'Efter förfallodagen debiteras dröjsmålsränta enligt räntelagen.',
      factoringClause:
        'Denna fordran är överlåten till {tenantName}. ' +
        'Betalning med befriande verkan kan endast ske till {paymentAccount}.',
    },
    en: {
      invoice: 'Please quote reference {paymentReference} with your payment.',
      creditInvoice: 'This credit note is set off against what you owe {clientName}.',
      reminder: 'We have not yet received your payment of invoice {invoiceNumber}.',
      footer: 'Interest on late payment is charged after the due date.',
      factoringClause:
        'This claim has been assigned to {tenantName}. ' +
        'It can be discharged only by payment to {paymentAccount}.',
    },
  },
  COMPLIANCE: {
    kycStatus: 'NOT_STARTED',
    riskClass: null,
    pepChecked: false,
    beneficialOwnersConfirmedAt: null,
    purposeOfRelation: null,
    expectedVolume: null,
    nextReviewAt: null,
    restrictions: [],
  },
  DOCUMENT: {
    produce: 'AT_ACTIVATION',
    pdfLayout: 'STANDARD',
    logoDocumentId: null,
    colours: { primary: '#1f3a5f', text: '#1a1a1a' },
    attachTerms: false,
    vatNumber: null,
    fTax: false,
  },
}

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "system_setting" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "key" varchar(100) not null, "value" jsonb null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "system_setting" add constraint "system_setting_key_unique" unique ("tenant_id", "key")`,
    )
    this.addSql(`alter table "system_setting" enable row level security`)
    this.addSql(`alter table "system_setting" force row level security`)
    this.addSql(
      `create policy "system_setting_tenant" on "system_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    // Policies bind the owner as well, who here speaks for all tenants.
    this.addSql(`alter table "client_setting" no force row level security`)
    // Clients were given every default as if they had chosen it: what is still so is nobody's choice.
    for (const [kind, values] of Object.entries(defaults)) {
      this.addSql(`update "client_setting" s set "value" = (
          select coalesce(jsonb_object_agg(name, chosen), '{}') from (
            select name, case
              when jsonb_typeof(d.value -> name) = 'object' and jsonb_typeof(is_now) = 'object'
                then (select jsonb_object_agg(i.name, i.is_now)
                  from jsonb_each(is_now) i(name, is_now)
                  where i.is_now is distinct from d.value -> e.name -> i.name)
              when is_now is distinct from d.value -> name then is_now end as chosen
            from jsonb_each(s.value) e(name, is_now)) one
          where chosen is not null)
        from (select '${JSON.stringify(values)}'::jsonb as value) d
        where s."kind" = '${kind}'`)
    }
    this.addSql(`alter table "client_setting" force row level security`)
  }
}
