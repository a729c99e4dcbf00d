import { describeConfigStore } from '../../support/config-store-contract.ts';

describeConfigStore();
