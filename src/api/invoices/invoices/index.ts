import type { Room } from '../../../kernel/http/operation.ts'
import activation from './activation.ts'
import adjectives from './adjectives.ts'
import articles from './articles.ts'
import bulk from './bulk.ts'
import changing from './changing.ts'
import creating from './creating.ts'
import events from './events.ts'
import guarantors from './guarantors.ts'
import life from './life.ts'
import links from './credit-links.ts'
import paymentMethods from './payment-methods.ts'
import payments from './payments.ts'
import refunds from './refunds.ts'
import previews from './previews.ts'
import reading from './reading.ts'

export default {
  ...activation,
  ...adjectives,
  ...articles,
  ...creating,
  ...changing,
  ...reading,
  ...previews,
  ...guarantors,
  ...life,
  ...events,
  ...links,
  ...payments,
  ...paymentMethods,
  ...refunds,
  ...bulk,
} satisfies Room
