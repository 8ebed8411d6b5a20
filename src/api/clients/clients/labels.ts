import { labelsOf } from '../../../behaviours/labels.ts'
import { Client } from '../../../entities/client.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const labels = labelsOf(Client, 'clientId')

export default {
  listLabelsOfClient: operation('GET /clients/{clientId}/labels', 'ReadClientLabels', labels.list),
  addLabelToClient: operation('POST /clients/{clientId}/labels', 'CreateClientLabels', {
    ...labels.create,
    locate: ({ targetId }) => `/clients/${targetId}/labels`,
  }),
  replaceLabelOfClient: operation(
    'PUT /clients/{clientId}/labels/{id}',
    'UpdateClientLabels',
    labels.update,
  ),
  removeLabelFromClient: operation(
    'DELETE /clients/{clientId}/labels/{id}',
    'DeleteClientLabels',
    labels.delete,
  ),
} satisfies Room
