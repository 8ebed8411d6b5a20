/** What the rights of “Article Management” allow, in catalogue order. */
export const articles = {
  CreateArticleLabels: 'Put a label on the article rows of an invoice, for later statistics',
  ReadArticle: 'See one article row of an invoice with its price, VAT and accounting',
  ReadArticles: 'List the article rows of all invoices in view',
  ReadArticleLabels: 'See which labels the article rows of an invoice carry',
  SearchArticles: 'Search article rows across invoices by article, text, account or period',
  UpdateArticles:
    'Correct article rows, one or many at once; after booking only their accounting may change',
} as const
