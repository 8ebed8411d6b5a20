import { expect, test } from 'vitest'
import { z } from 'zod'
import { operation, type Behaviour } from '../../src/kernel/http/operation.ts'

const summary = 'A deliberate mistake'
const reading = {
  summary,
  returns: z.string(),
  handle: async ({ params }) => params.id,
} satisfies Behaviour<'id', undefined, undefined, string>

/** None of these compiles: the compiler of `npm run check` reads what each line expects of it. */
const mistakes = [
  () =>
    // @ts-expect-error There is no such right.
    operation('GET /invoices/{id}', 'ReadInvoce', { summary }),

  () =>
    // @ts-expect-error Who may call it must be said.
    operation('GET /invoices/{id}', { summary }),

  () =>
    // @ts-expect-error A requirement of no rights at all would be open to everyone.
    operation('GET /invoices/{id}', { anyOf: [] }, { summary }),

  () =>
    // @ts-expect-error What is open says why.
    operation('GET /invoices/{id}', { open: true }, { summary }),

  () =>
    // @ts-expect-error A route has a method that is served.
    operation('PATCH /invoices/{id}', 'ReadInvoice', { summary }),

  () =>
    // @ts-expect-error A path begins with a slash.
    operation('GET invoices', 'ReadInvoice', { summary }),

  () =>
    operation('GET /invoices/{id}', 'ReadInvoice', { summary }).handle(
      // @ts-expect-error The route has no such parameter.
      async ({ params }) => void params.invoiceId,
    ),

  () =>
    // @ts-expect-error A GET takes no body.
    operation('GET /invoices', 'ReadInvoices', { summary, body: z.strictObject({}) }),

  () =>
    // @ts-expect-error A DELETE takes no body.
    operation('DELETE /invoices/{id}', 'DeleteInvoice', { summary, body: z.strictObject({}) }),

  () =>
    // @ts-expect-error The behaviour wants a parameter that the route lacks.
    operation('GET /invoices/{number}', 'ReadInvoice', reading),

  () =>
    operation('GET /invoices/{id}', 'ReadInvoice', {
      summary,
      returns: z.object({ id: z.string() }),
    })
      // @ts-expect-error What is returned is not what was declared.
      .handle(async () => ({ number: 1 })),

  () =>
    operation('POST /invoices', 'CreateInvoices', {
      summary,
      body: z.strictObject({ number: z.string() }),
    })
      // @ts-expect-error The body has no such field.
      .handle(async ({ body }) => void body.numbr),

  () =>
    operation('GET /invoices', 'ReadInvoices', { summary })
      // @ts-expect-error No query was declared.
      .handle(async ({ query }) => void query.limit),

  () =>
    // @ts-expect-error There is no such code to refuse with.
    operation('GET /invoices', 'ReadInvoices', { summary, refuses: ['NOT_NOW'] }),

  () =>
    // @ts-expect-error An answer has a status of success.
    operation('GET /invoices', 'ReadInvoices', { summary, status: 404 }),

  () =>
    operation('POST /login', { open: 'nobody has a token yet' }, { summary })
      // @ts-expect-error Who has no token has no tenant to see anything of.
      .handle(async ({ unit }) => void unit),

  () =>
    // @ts-expect-error A behaviour is complete: there is nothing left to handle.
    operation('GET /invoices/{id}', 'ReadInvoice', reading).handle(async () => ''),
]

test('a good declaration is accepted where the mistakes are not', () => {
  expect(mistakes.length).toBeGreaterThan(10)
  const good = operation('GET /invoices/{id}', { anyOf: ['ReadInvoice'] }, reading)
  expect(good).toMatchObject({ method: 'GET', path: '/invoices/{id}', params: ['id'] })
})
