import { choicesAt } from '../../../behaviours/choices.ts'
import { InstanceProvider, ServiceProvider } from '../../../entities/provider.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const byInstance = choicesAt(
  'INSTANCE_PROVIDER',
  InstanceProvider,
  'instanceProviderId',
  'an instance provider',
)
const byService = choicesAt(
  'SERVICE_PROVIDER',
  ServiceProvider,
  'serviceProviderId',
  'a service provider',
)
const extension = true

export default {
  readSettingsOfInstanceProvider: operation(
    'GET /settings/instance-provider/{instanceProviderId}',
    'ReadSystemSetting',
    { ...byInstance.read, extension },
  ),
  updateSettingsOfInstanceProvider: operation(
    'PUT /settings/instance-provider/{instanceProviderId}',
    'UpdateSystemSetting',
    { ...byInstance.update, extension },
  ),
  clearSettingOfInstanceProvider: operation(
    'DELETE /settings/instance-provider/{instanceProviderId}/{settingKey}',
    'UpdateSystemSetting',
    { ...byInstance.clear, extension },
  ),
  readSettingsOfServiceProvider: operation(
    'GET /settings/service-provider/{serviceProviderId}',
    'ReadSystemSetting',
    { ...byService.read, extension },
  ),
  updateSettingsOfServiceProvider: operation(
    'PUT /settings/service-provider/{serviceProviderId}',
    'UpdateSystemSetting',
    { ...byService.update, extension },
  ),
  clearSettingOfServiceProvider: operation(
    'DELETE /settings/service-provider/{serviceProviderId}/{settingKey}',
    'UpdateSystemSetting',
    { ...byService.clear, extension },
  ),
} satisfies Room
