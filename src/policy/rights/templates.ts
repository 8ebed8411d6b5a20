/** What the rights of “Template Management” allow, in catalogue order. */
export const templates = {
  ConnectLogotypeToTemplate: 'Set the logotype that comes with a client template',
  CreateDocumentTemplate: 'Add a template for invoices, reminders or other documents',
  CreateDocumentTemplatePlaceholders: 'Add a placeholder to a document template',
  CreateTemplate: 'Create a template of products, prices and rules for new clients',
  DeleteDocumentTemplate: 'Delete a document template',
  DeleteDocumentTemplatePlaceholders: 'Delete a placeholder from a document template',
  EditTemplate: 'Switch a client template on or off',
  ReadDocumentTemplate: 'See one document template with its placeholders',
  ReadDocumentTemplates: 'List the document templates',
  ReadTemplate: 'See the client templates with their products, prices, rules and settings',
  SearchDocumentTemplates: 'Search document templates by kind, language or channel',
  UpdateDocumentTemplate: 'Change the layout and wording of a document template',
  UpdateDocumentTemplatePlaceholders: 'Change a placeholder of a document template',
  UpdateSetDefaultDocumentTemplates:
    'Choose the document template used for a kind, language and channel',
  UpdateTemplate: 'Change a client template: its products, prices, rules and settings',
} as const
