import articles from './articles.ts'
import documents from './documents/index.ts'
import labels from './labels.ts'
import invoices from './invoices/index.ts'

export default {
  name: 'invoices',
  rooms: { articles, documents, invoices, labels },
}
