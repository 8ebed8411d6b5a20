export const serviceProviderTypes = ['ADMINISTRATOR', 'FINANCIER', 'COLLECTOR', 'INSURER'] as const
export type ServiceProviderType = (typeof serviceProviderTypes)[number]
