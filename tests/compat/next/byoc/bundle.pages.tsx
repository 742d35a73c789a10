import * as FEAAS from '@sitecore-feaas/clientside/react';
import './counter';

const ClientsideComponent = (props: FEAAS.ExternalComponentProps) => FEAAS.ExternalComponent(props);
export default ClientsideComponent;
