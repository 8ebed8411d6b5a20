import { byNumber } from '../../behaviours/by-number.ts'
import { labelsOf } from '../../behaviours/labels.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const labels = labelsOf(SystemDebtor, 'systemDebtorId')

const severalToo = ['NUMBER_OF_SEVERAL'] as const

export default {
  listLabelsOfSystemDebtor: operation(
    'GET /system_debtors/{systemDebtorId}/labels',
    'ReadSystemDebtorLabels',
    { ...byNumber(labels.list), refuses: severalToo },
  ),
  addLabelToSystemDebtor: operation(
    'POST /system_debtors/{systemDebtorId}/labels',
    'CreateSystemDebtorLabels',
    {
      ...byNumber(labels.create),
      refuses: [...labels.create.refuses, ...severalToo],
      locate: ({ targetId }) => `/system_debtors/${targetId}/labels`,
    },
  ),
  replaceLabelOfSystemDebtor: operation(
    'PUT /system_debtors/{systemDebtorId}/labels/{id}',
    'UpdateSystemDebtorLabels',
    { ...byNumber(labels.update), refuses: [...labels.update.refuses, ...severalToo] },
  ),
  removeLabelFromSystemDebtor: operation(
    'DELETE /system_debtors/{systemDebtorId}/labels/{id}',
    'DeleteSystemDebtorLabels',
    { ...byNumber(labels.delete), refuses: severalToo },
  ),
} satisfies Room
