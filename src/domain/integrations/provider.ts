export const serviceProviderTypes = ['ADMINISTRATOR', 'FINANCIER', 'COLLECTOR', 'INSURER'] as const
