import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ContentData } from 'feaas-kit';
import { FeaasComponent } from 'feaas-kit-react';
import { HOST } from './settings';

type HeroData = ContentData<'aurora', 'hero'>;

/** A component of the library with data that the compiler checks. */
const Hero = ({ data }: { readonly data: HeroData }) => (
  <FeaasComponent library="aurora" component="hero" data={data} />
);

const meta = { title: 'Library/Hero', component: Hero } satisfies Meta<typeof Hero>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Data of the story. */
export const OwnData: Story = {
  args: { data: { site: { hero: { eyebrow: 'A story', title: 'Good evening', lead: 'A lead of the story.' } } } },
};

/** Data of the host. */
export const HostData: Story = { args: { data: { site: { url: `${HOST}/api/site.json` } } } };
