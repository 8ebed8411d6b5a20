import { settingNamed } from '../../activities/system/settings/setting-named.ts'
import { byNumber } from '../../behaviours/by-number.ts'
import { changelogOf } from '../../behaviours/changelog.ts'
import { BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { SystemSetting } from '../../entities/system-setting.ts'
import { User } from '../../entities/user.ts'
import { Webhook } from '../../entities/webhook.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { but } from '../../kernel/read/first-use.ts'

const ofUsers = changelogOf(User, 'User')
const ofSettings = changelogOf(SystemSetting, 'SystemSetting')
const ofClients = changelogOf(Client, 'Client')
const ofDebtors = changelogOf(Debtor, 'Debtor')
const ofSystemDebtors = changelogOf(SystemDebtor, 'SystemDebtor')
const ofInvoices = changelogOf(Invoice, 'Invoice')
const ofLoans = changelogOf(BusinessLoan, 'BusinessLoan')
const ofRequests = changelogOf(InternalRequest, 'InternalRequest')
const ofWebhooks = changelogOf(Webhook, 'Webhook')

export default {
  listChangesOfClients: operation('GET /changelog/client', 'ReadClientChangelog', ofClients.list),
  listChangesOfClient: operation(
    'GET /changelog/client/{id}',
    'ReadClientChangelog',
    ofClients.ofOne,
  ),
  searchChangesOfClients: operation(
    'POST /changelog/search',
    'SearchClientChangelog',
    ofClients.search,
  ),
  listChangesOfDebtor: operation(
    'GET /changelog/debtor/{id}',
    'ReadDebtorChangelog',
    ofDebtors.ofOne,
  ),
  listChangesOfSystemDebtor: operation('GET /changelog/system-debtor/{id}', 'ReadDebtorChangelog', {
    ...byNumber(ofSystemDebtors.ofOne, 'id'),
    refuses: ['NUMBER_OF_SEVERAL'],
  }),
  listChangesOfInvoice: operation(
    'GET /changelog/invoice/{id}',
    'ReadInvoiceChangelog',
    ofInvoices.ofOne,
  ),
  listChangesOfBusinessLoans: operation(
    'GET /changelog/business-loan',
    'ReadBusinessLoanChangelog',
    ofLoans.list,
  ),
  listChangesOfBusinessLoan: operation(
    'GET /changelog/business-loan/{id}',
    'ReadBusinessLoanChangelog',
    ofLoans.ofOne,
  ),
  listChangesOfInternalRequests: operation(
    'GET /changelog/internal-request',
    'ReadInternalRequestChangelog',
    ofRequests.list,
  ),
  listChangesOfInternalRequest: operation(
    'GET /changelog/internal-request/{id}',
    'ReadInternalRequestChangelog',
    ofRequests.ofOne,
  ),
  listChangesOfWebhooks: operation(
    'GET /changelog/webhook',
    'ReadWebhookChangelog',
    ofWebhooks.list,
  ),
  listChangesOfWebhook: operation(
    'GET /changelog/webhook/{id}',
    'ReadWebhookChangelog',
    ofWebhooks.ofOne,
  ),
  listChangesOfSettings: operation(
    'GET /changelog/system-setting',
    'ReadSettingChangelog',
    ofSettings.list,
  ),
  listChangesOfSetting: operation(
    'GET /changelog/system-setting/{key}',
    'ReadSettingChangelog',
    but(
      ofSettings.ofKey((unit, key) => settingNamed(unit, key, 'TENANT')),
      { inPath: { key: 'dates.dueDateRoll' } },
    ),
  ),
  listChangesOfUser: operation('GET /changelog/user/{id}', 'ReadInvoiceChangelog', ofUsers.ofOne),
} satisfies Room
